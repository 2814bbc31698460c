"""Plain Python checker of stand certificates, independent of the searches."""

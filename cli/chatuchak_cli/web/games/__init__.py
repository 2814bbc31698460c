"""Games on the page: sessions, views, score forms and the companion."""

"""Games on the page: sessions, what they show, score sheets and the companion."""

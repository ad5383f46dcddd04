"""One request of one person: who asks, finding the action, answering in time, autocomplete, open menus."""

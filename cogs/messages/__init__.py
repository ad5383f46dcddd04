"""Messages as plain parts, before they become Discord components: boards, hands, menus, lessons, pictures."""

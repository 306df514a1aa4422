// The table of features/brand: one row, once an administrator has changed something; null is the default.

export type BrandTables = {
  brand: {
    id: 1
    name: string | null
    accent: string | null
    scheme: 'light' | 'dark' | null
    /** logos and icon are addresses of uploaded pictures; logo_dark is for dark pages, null: the same. */
    logo: string | null
    logo_dark: string | null
    icon: string | null
    footer: string | null
    /** home_id is the document that is the front page; one that is gone or closed is none. */
    home_id: number | null
    /** addresses is null where documents are at /read/{slug}; base_path stands before nested ones. */
    addresses: 'nested' | null
    base_path: string | null
    description: string | null
    announcement: string | null
    announcement_url: string | null
    /** announcement_until is when it is shown no longer; null is never. */
    announcement_until: number | null
    /** links is a JSON list. */
    links: string
    /** version grows with every change: cached pages are kept under it. */
    version: number
    updated_at: number
  }
}

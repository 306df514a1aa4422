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
    /** links is a JSON list. */
    links: string
    /** version grows with every change: cached pages are kept under it. */
    version: number
    updated_at: number
  }
}

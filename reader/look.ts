// The site's current look: the brand, and the addresses of its colours, icon and logo. For pages of the reader and the
// panel's page.

import { type Brand, brandOf, type CurrentBrand } from '#features/brand/brand.ts'
import { type Assets, loadAssets, tintedPath } from './assets.ts'
import { html, type Markup } from './html.ts'
import type { SiteLook } from './site.ts'

export class Look {
  readonly assets: Assets
  readonly #current: CurrentBrand
  #look: SiteLook

  constructor(config: Parameters<typeof loadAssets>[0] & Parameters<typeof brandOf>[0], current: CurrentBrand) {
    this.assets = loadAssets(config)
    this.#current = current
    this.#look = this.#lookOf(brandOf(config))
  }

  get(): SiteLook | Promise<SiteLook> {
    const brand = this.#current.get()
    return brand instanceof Promise ? brand.then((read) => this.#lookWith(read)) : this.#lookWith(brand)
  }

  #lookWith(brand: Brand): SiteLook {
    if (this.#look.brand !== brand) this.#look = this.#lookOf(brand)
    return this.#look
  }

  /** The last known look without a query, for error pages during an outage. */
  known = (): SiteLook => this.#look

  #lookOf(brand: Brand): SiteLook {
    const colours = tintedPath('accent', brand.accent)
    const logo = brand.fixed.includes('logo') ? this.assets.logo : brand.logo
    const logoDark = (brand.fixed.includes('logo_dark') ? this.assets.logoDark : brand.logoDark) || logo
    return { brand, colours, icon: brand.icon || tintedPath('icon', brand.accent), logo, logoDark }
  }

  /** Inserts the look into the panel's page in place of its title; the panel's ui/brand.ts reads it. */
  async dress(page: string): Promise<string> {
    const { brand, colours, icon, logo, logoDark } = await this.get()
    const head = html`<title>${brand.name}</title>
    <meta name="application-name" content="${brand.name}" data-logo="${logo}" data-logo-dark="${logoDark}" data-scheme="${brand.scheme}">
    <link rel="stylesheet" href="${colours}">
    ${iconLink(icon)}`
    return page.replace(/<title>[^<]*<\/title>/, () => head.text)
  }
}

/** Browsers take the icon's type from the response. */
export const iconLink = (icon: string): Markup => html`<link rel="icon" href="${icon}">`

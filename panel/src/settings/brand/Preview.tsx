// What the values would look like: a page of the public site and a button of the panel, in light and dark. It uses the tokens of
// both, so it can't drift from either.

import { Text } from '@mantine/core'
import { accentShades, accentVariants } from 'galley-look/accent.ts'
import type { CSSProperties } from 'react'
import { useBrand } from '../../ui/brand.ts'
import classes from './preview.module.css'
import type { BrandValues } from './values.ts'

export function Preview(values: BrandValues) {
  return (
    <section aria-label="Preview">
      <Text fz="sm" fw={550} mb={6}>
        Preview
      </Text>
      {(['light', 'dark'] as const).map((scheme) => (
        <Sample key={scheme} values={values} scheme={scheme} />
      ))}
    </section>
  )
}

function Sample({ values, scheme }: { values: BrandValues; scheme: 'light' | 'dark' }) {
  const { name, accent, footer, links } = values
  const shown = useBrand()
  const { light, dark } = accentVariants(accent)
  const shades = accentShades(accent).map((shade, number) => [`--accent-${number}`, shade])
  const style = { colorScheme: scheme, '--accent-light': light, '--accent-dark': dark, ...Object.fromEntries(shades) }
  // A logo that the environment names is a file of the service, whose address only the page knows.
  const logoOrNone = (logo: string, address: string) => (logo.startsWith('/') || logo === '' ? logo : address)
  const onLight = logoOrNone(values.logo, shown.logo)
  const picture = (scheme === 'dark' && logoOrNone(values.logo_dark, shown.logoDark)) || onLight
  return (
    <div className={classes.sample} style={style as CSSProperties} data-look={scheme}>
      <div className={classes.top}>
        {picture !== '' && <img src={picture} alt="" height={22} />}
        <strong>{name}</strong>
        <span className={classes.links}>
          {links.map(({ label }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a preview of fields that have no other identity
            <span key={index}>{label}</span>
          ))}
        </span>
      </div>
      <div className={classes.body}>
        <span className={classes.chosenPage}>Getting started</span>
        <p>
          Text of a page, with <span className={classes.link}>a link</span> in it.
        </p>
        <span className={classes.button}>Publish</span>
      </div>
      <div className={classes.foot}>{footer || name}</div>
    </div>
  )
}

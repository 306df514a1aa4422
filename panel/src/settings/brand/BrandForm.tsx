// The brand's fields. Fields set by the environment are read-only; only changes are sent.

import { Input, SegmentedControl, TextInput } from '@mantine/core'
import type { BrandOut } from 'galley-client/schema.ts'
import { accentStyle, isColour } from 'galley-look/accent.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { brandNow, showBrand } from '../../ui/brand.ts'
import { Form } from '../../ui/Form.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'
import classes from './brand.module.css'
import { LinksField } from './LinksField.tsx'
import { PictureField } from './PictureField.tsx'
import { changesIn, shadesSaid, valuesOf } from './values.ts'

const FrontFields = lazily(() => import('./FrontFields.tsx'), 'FrontFields')

export function BrandForm({ brand }: { brand: BrandOut }) {
  const form = useApiForm({
    initialValues: valuesOf(brand),
    send: (values) => call('PATCH /api/admin/brand', { body: changesIn(values, brand) }),
    onSent: (saved) => {
      queryClient.setQueryData(keys.brand, saved)
      form.setInitialValues(valuesOf(saved))
      form.setValues(valuesOf(saved))
      apply(saved)
      notify('Saved. The public site shows it now.')
    },
  })
  const fixed = (field: BrandOut['fixed'][number]) =>
    brand.fixed.includes(field)
      ? { disabled: true, description: `Set by GALLEY_SITE_${field.toUpperCase()} in the service's environment.` }
      : {}
  return (
    <Form form={form} action="Save" button={{ disabled: !form.isDirty() }}>
      <TextInput label="Name" maxLength={80} placeholder="Galley" {...form.getInputProps('name')} {...fixed('name')} />
      <AccentField {...form.getInputProps('accent')} {...fixed('accent')} />
      <Input.Wrapper label="Appearance" description="For people who have not chosen light or dark themselves.">
        <SegmentedControl
          aria-label="Appearance"
          mt={6}
          data={[
            { value: 'auto', label: 'Match system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          {...form.getInputProps('scheme')}
        />
      </Input.Wrapper>
      <PictureField
        label="Logo"
        hint="Shown beside the name, 28 pixels high."
        {...form.getInputProps('logo')}
        {...fixed('logo')}
      />
      <PictureField
        label="Logo for dark pages"
        hint="Leave empty to use the same logo."
        {...form.getInputProps('logo_dark')}
        {...fixed('logo_dark')}
      />
      <PictureField label="Icon" hint="The small square image in browser tabs." {...form.getInputProps('icon')} />
      <TextInput
        label="Footer"
        maxLength={300}
        placeholder="The name of the site"
        {...form.getInputProps('footer')}
        {...fixed('footer')}
      />
      <LinksField form={form} />
      <FrontFields form={form} />
    </Form>
  )
}

/** Applies a saved brand to this tab; others get it on their next load. */
function apply({ name, logo, logo_dark, icon, accent, fixed }: BrandOut): void {
  const onLight = fixed.includes('logo') ? brandNow().logo : (logo ?? '')
  showBrand({
    name,
    // For a file from the environment, only the page knows the address.
    logo: onLight,
    logoDark: fixed.includes('logo_dark') ? brandNow().logoDark : (logo_dark ?? onLight),
    icon: icon ?? `/read/assets/icon-${accent.slice(1)}.svg`,
  })
  for (const [, variable, colour] of accentStyle(accent).matchAll(/(--accent-\w+):(#\w+)/g))
    document.documentElement.style.setProperty(variable!, colour!)
}

/**
 * The accent colour, with a note if it had to be adjusted to be readable. Uses the browser's picker: Mantine's would add 25
 * kB to the first load (gzip).
 */
type Props = {
  value?: string
  onChange?: (colour: string) => void
  error?: React.ReactNode
  disabled?: boolean
  description?: string
}

function AccentField({ value = '', onChange, description, disabled = false, ...props }: Props) {
  return (
    <TextInput
      label="Accent colour"
      placeholder="#3f50bd"
      maxLength={7}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      value={value}
      disabled={disabled}
      description={description ?? shadesSaid(value)}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          aria-label="Pick an accent colour"
          className={classes.picker}
          disabled={disabled}
          value={isColour(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      }
    />
  )
}

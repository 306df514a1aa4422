// The brand's form.

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { BrandForm } from './BrandForm.tsx'

export function Brand() {
  const brand = useQuery({ queryKey: keys.brand, queryFn: () => call('GET /api/admin/brand') })
  return (
    <SettingsSection
      title="Brand"
      hint="Name, colours, front page and links of the public site; this panel wears the same name and colours."
    >
      <ErrorNote error={brand.error} onRetry={() => void brand.refetch()} />
      {brand.isPending && <Skeleton h={480} />}
      {brand.data && <BrandForm brand={brand.data} />}
    </SettingsSection>
  )
}

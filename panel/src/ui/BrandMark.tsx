// The site's logo, or its icon and name.

import { Group, Text, useComputedColorScheme } from '@mantine/core'
import { useBrand } from './brand.ts'

export function BrandMark({ size, fz }: { size: number; fz: string | number }) {
  const { name, logo, logoDark, icon } = useBrand()
  const picture = useComputedColorScheme('light') === 'dark' ? logoDark : logo
  return (
    <Group gap={10} wrap="nowrap" style={{ minWidth: 0 }}>
      <img src={picture || icon} alt="" height={size} style={{ maxWidth: '8rem', objectFit: 'contain' }} />
      <Text fw={650} fz={fz} truncate>
        {name}
      </Text>
    </Group>
  )
}

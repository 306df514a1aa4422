// Links in the site's top bar and footer.

import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ApiForm } from '../../ui/useApiForm.ts'
import type { BrandValues } from './values.ts'

const MOST = 8

export function LinksField({
  form,
}: {
  form: Pick<ApiForm<BrandValues, unknown>, 'values' | 'errors' | 'getInputProps' | 'insertListItem' | 'removeListItem'>
}) {
  const { links } = form.values
  return (
    <Input.Wrapper
      label="Links"
      labelElement="div"
      description="In the top bar and the footer of the public site."
      error={form.errors.links}
    >
      <Stack gap="xs" mt={6}>
        {links.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no ids, and their fields are controlled
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={`Label of link ${index + 1}`}
              placeholder="Support"
              required
              maxLength={40}
              w="38%"
              {...form.getInputProps(`links.${index}.label`)}
            />
            <TextInput
              aria-label={`Address of link ${index + 1}`}
              placeholder="https://example.com/support"
              required
              maxLength={1000}
              flex={1}
              {...form.getInputProps(`links.${index}.url`)}
            />
            <ActionIcon
              aria-label={`Remove link ${index + 1}`}
              mt={6}
              onClick={() => form.removeListItem('links', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {links.length < MOST && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => form.insertListItem('links', { label: '', url: '' })}
          >
            Add link
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

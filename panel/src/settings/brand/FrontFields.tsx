// The site's front page, description and announcement.

import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { useTreeDocuments } from '../../tree/treeQueries.ts'
import type { ApiForm } from '../../ui/useApiForm.ts'
import type { BrandValues } from './values.ts'

export function FrontFields({ form }: { form: Pick<ApiForm<BrandValues, unknown>, 'getInputProps'> }) {
  const documents = [...(useTreeDocuments().data?.values() ?? [])].flat()
  return (
    <>
      <Select
        label="Front page"
        description="The page that visitors see first. It can begin with a hero and cards."
        placeholder="A list of categories and recent pages"
        searchable
        clearable
        limit={50}
        data={documents.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('home_id')}
        onChange={(value) => form.getInputProps('home_id').onChange(value ?? '')}
      />
      <Group grow align="flex-start">
        <Select
          label="Addresses"
          description="Old addresses lead to new ones either way."
          allowDeselect={false}
          data={[
            { value: 'flat', label: '/read/quick-start' },
            { value: 'nested', label: 'From the tree: /guide/quick-start' },
          ]}
          {...form.getInputProps('addresses')}
        />
        <TextInput
          label="Base path"
          description="Before addresses from the tree."
          placeholder="/handbook"
          {...form.getInputProps('base_path')}
        />
      </Group>
      <Textarea
        label="Description"
        description="For search engines, and where the site is shared."
        autosize
        maxLength={300}
        {...form.getInputProps('description')}
      />
      <TextInput
        label="Announcement"
        description="A line above every page."
        maxLength={300}
        {...form.getInputProps('announcement')}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Announcement leads to"
          placeholder="/read/release-notes"
          maxLength={1000}
          {...form.getInputProps('announcement_url')}
        />
        <TextInput label="Announcement ends on" type="date" {...form.getInputProps('announcement_until')} />
      </Group>
    </>
  )
}

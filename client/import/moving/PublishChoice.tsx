import { Checkbox } from '@mantine/core'
import type { MovedItem } from '../../../domain/import/items/api.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { ItemStatus } from '../../../domain/publishing/item.ts'

interface Props {
  items: readonly MovedItem[]
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

/** Lets items of a file be public again, for files that have such items. */
export function PublishChoice({ items, checked, disabled, onChange }: Props) {
  const published = items.filter(({ status }) => status === ItemStatus.Published).length
  const scheduled = items.filter(({ publish_at }) => publish_at !== null).length
  if (published + scheduled === 0) return null
  const words = [
    published > 0 ? `${plural(published, 'item')} will be public at once. Your followers aren’t notified.` : '',
    scheduled > 0 ? `${plural(scheduled, 'item')} will be public at the chosen time.` : ''
  ]
  return (
    <Checkbox
      mt="md"
      label="Publish what was published"
      description={words.filter(Boolean).join(' ')}
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}

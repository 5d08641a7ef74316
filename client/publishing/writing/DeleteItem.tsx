import type { Item } from '../../../domain/publishing/item.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { removeItemSoon } from '../publishing.ts'

/** Deletes an item after a confirmation. The items of a deleted group stay (D-118, PUB-054). */
export function DeleteItem({ item, onDeleted }: { item: Item; onDeleted: () => void }) {
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete “${item.title}”?`}
      confirm="Delete"
      onConfirm={async () => {
        removeItemSoon(item)
        onDeleted()
      }}
    >
      {item.is_book === 1
        ? 'The group is gone for good. Its items stay, without a group.'
        : 'You can undo this for ten seconds. After that, it’s gone for good.'}
    </ConfirmButton>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Item } from '../../../domain/publishing/item.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { removeItemSoon } from '../publishing.ts'

/** Deletes an item after a confirmation. The items of a deleted group stay (D-118, PUB-054). */
export function DeleteItem({ item, onDeleted }: { item: Item; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const isBook = item.is_book === 1
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmModal
        opened={asking}
        title={`Delete “${item.title}”?`}
        confirm="Delete"
        onConfirm={async () => {
          removeItemSoon(item)
          onDeleted()
        }}
        onClose={() => setAsking(false)}
      >
        {isBook
          ? 'The group goes for good. Its items stay, in no group.'
          : 'It goes for good. You can undo this for ten seconds.'}
      </ConfirmModal>
    </>
  )
}

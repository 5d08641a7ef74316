import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { useState } from 'react'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { requireSignIn } from '../accounts/sign-in.ts'
import { Loading } from '../ui/loading/Loading.tsx'
import { useWithoutRemoving } from '../ui/rows/remove-soon.ts'
import { deletionPath, setListed, useListsFor } from './lists.ts'
import { NewListForm } from './NewListForm.tsx'

/** Checkboxes for my lists with this activity, and a form for a new list (LIST-13, D-54). */
export function AddToList({ activity }: { activity: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width="min(22rem, 90vw)" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconListDetails size={20} aria-hidden />}
          onClick={() =>
            opened ? setOpened(false) : requireSignIn('to keep lists of activities', () => setOpened(true))
          }
          aria-haspopup="dialog"
        >
          Add to list
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="My lists">{opened && <Choices activity={activity} />}</Popover.Dropdown>
    </Popover>
  )
}

function Choices({ activity }: { activity: string }) {
  const { data } = useListsFor(activity, true)
  const lists = useWithoutRemoving(data?.activity_lists ?? [], deletionPath)
  if (!data) return <Loading />
  return (
    <Stack gap="sm">
      {lists.map(list => (
        <Checkbox
          key={list.id}
          label={list.title}
          checked={data.holding.includes(list.id)}
          onChange={event => void setListed(list, activity, event.currentTarget.checked)}
        />
      ))}
      <ApprovedOnly>
        <NewListForm onCreated={list => setListed(list, activity, true)} />
      </ApprovedOnly>
    </Stack>
  )
}

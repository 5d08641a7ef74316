import { Checkbox, Popover, Stack } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { toastError } from '../ui/ActionButton.tsx'
import { useRefocused } from '../ui/focus.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { useWithoutRemoving } from '../ui/rows/remove-soon.ts'
import { deletionPath, setListed, useListsFor } from './lists.ts'
import { NewListForm } from './NewListForm.tsx'

export interface ListChoicesProps {
  activity: string
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLButtonElement | null>
  /** The button that opens it. */
  children: ReactNode
}

export function ListChoices({ activity, opened, onChange, target, children }: ListChoicesProps) {
  const mayOpen = useRefocused(target)
  return (
    <Popover opened={opened && mayOpen} onChange={onChange} width="min(22rem, 90vw)" trapFocus returnFocus withinPortal>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label="My lists">{opened && <Choices activity={activity} />}</Popover.Dropdown>
    </Popover>
  )
}

function Choices({ activity }: { activity: string }) {
  const { data, error } = useListsFor(activity, true)
  const lists = useWithoutRemoving(data?.activity_lists ?? [], deletionPath)
  if (!data) return error ? <FormMessage text={messageOf(error)} /> : <Loading />
  return (
    <Stack gap="sm">
      {lists.map(list => (
        <Checkbox
          key={list.id}
          label={list.title}
          checked={data.holding.includes(list.id)}
          onChange={event => void setListed(list, activity, event.currentTarget.checked).catch(toastError)}
        />
      ))}
      <ApprovedOnly>
        <NewListForm onCreated={list => setListed(list, activity, true)} />
      </ApprovedOnly>
    </Stack>
  )
}

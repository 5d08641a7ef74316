import { Checkbox, Input, TextInput, UnstyledButton } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { GroupOption } from './GroupOption.tsx'
import classes from './GroupPicker.module.css'
import { type ChosenGroup, groupEntries, searchGroups } from './group-search.ts'
import { groupsQuery } from './publishing.ts'
import { CreateGroup } from './writing/CreateGroup.tsx'

interface Props {
  label: string
  /** The title of the chosen group. */
  value: string
  username: string
  /** Offers to create a group (PUB-014). */
  canCreate: boolean
  error?: ReactNode
  onChoose: (group: ChosenGroup) => void
}

/** A button that opens the groups of a person: with a search, and stars for favorites (PUB-012..PUB-022). */
export function GroupPicker({ label, value, username, canCreate, error, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const around = useClickOutside<HTMLDivElement>(() => setIsOpen(false))

  function close(): void {
    setIsOpen(false)
    target.current?.focus()
  }

  function pressKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    // Keeps a dialog around it open.
    event.stopPropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the elements inside.
    <div ref={around} className={classes.picker} onKeyDown={pressKey}>
      <Input.Wrapper label={label} labelElement="div" id={id} error={error} size="md">
        <UnstyledButton
          ref={target}
          className={classes.target}
          aria-label={`${label}: ${value}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{value}</span>
          <IconChevronDown size={20} aria-hidden />
        </UnstyledButton>
      </Input.Wrapper>
      <div id={`${id}-panel`} className={classes.panel} hidden={!isOpen}>
        {isOpen && (
          <Groups
            label={label}
            username={username}
            canCreate={canCreate}
            onChoose={group => {
              close()
              onChoose(group)
            }}
          />
        )}
      </div>
    </div>
  )
}

type GroupsProps = Pick<Props, 'label' | 'username' | 'canCreate' | 'onChoose'>

function Groups({ label, username, canCreate, onChoose }: GroupsProps) {
  const [typed, setTyped] = useState('')
  const [favoritesOnly, setFavoritesOnly] = useState(false)
  const [isCreating, setIsCreating] = useState(false)
  const { data, error } = useQuery(groupsQuery(username))
  const found = data && searchGroups(groupEntries(data, favoritesOnly), typed)
  return (
    <>
      <div className={classes.search}>
        <TextInput
          aria-label="Search groups"
          placeholder="Search groups"
          data-autofocus
          ref={focusOnce}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (found?.[0]) onChoose(found[0])
          }}
        />
        {canCreate && (
          <IconButton
            icon={isCreating ? IconX : IconPlus}
            aria-expanded={isCreating}
            label={isCreating ? 'Close the form for a group' : 'Create a group'}
            onClick={() => setIsCreating(!isCreating)}
          />
        )}
      </div>
      {isCreating && <CreateGroup onMade={onChoose} />}
      <Checkbox
        label="Favorites only"
        checked={favoritesOnly}
        onChange={event => setFavoritesOnly(event.currentTarget.checked)}
      />
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : found ? (
        <ul className={classes.entries} aria-label={label}>
          {found.map(entry => (
            <GroupOption key={entry.id} entry={entry} username={username} onChoose={onChoose} />
          ))}
        </ul>
      ) : (
        <Loading />
      )}
      <p role="status" className={classes.none}>
        {found?.length === 0 && 'Sorry, no matching options.'}
      </p>
    </>
  )
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

import { UnstyledButton } from '@mantine/core'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { requireSignIn } from '../accounts/sign-in.ts'
import { toastError } from '../ui/ActionButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './GroupPicker.module.css'
import type { ChosenGroup, GroupEntry } from './group-search.ts'
import { setFavorite } from './publishing.ts'

interface EntryProps {
  entry: GroupEntry
  username: string
  onChoose: (group: ChosenGroup) => void
}

export function GroupOption({ entry, username, onChoose }: EntryProps) {
  const { id, full_title, is_favorite } = entry
  function star(): void {
    if (id === null) return
    requireSignIn('to keep favorites', () => {
      setFavorite(username, id, !is_favorite).catch(toastError)
    })
  }
  return (
    <li className={classes.entry}>
      <UnstyledButton className={classes.choose} onClick={() => onChoose(entry)}>
        {full_title}
      </UnstyledButton>
      {id !== null && (
        <IconButton
          icon={is_favorite ? IconStarFilled : IconStar}
          aria-pressed={is_favorite === 1}
          label={`Favorite: ${full_title}`}
          onClick={star}
        />
      )}
    </li>
  )
}

import { ActionIcon } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import classes from '../Builder.module.css'

interface Props {
  label: string
  isOpen: boolean
  /** The id of the element that it folds. */
  controls: string
  onClick: () => void
}

export function FoldButton({ label, isOpen, controls, onClick }: Props) {
  return (
    <ActionIcon color="gray" aria-label={label} aria-expanded={isOpen} aria-controls={controls} onClick={onClick}>
      <IconChevronDown size={20} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
    </ActionIcon>
  )
}

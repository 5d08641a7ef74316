import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { IconButton } from '../../ui/IconButton.tsx'
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
    <IconButton
      icon={IconChevronDown}
      label={label}
      className={classes.fold}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    />
  )
}

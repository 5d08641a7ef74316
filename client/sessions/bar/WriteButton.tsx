import { Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useNavigate } from 'react-router'
import { useSessionPath } from '../session-path.ts'
import { writeRequested } from '../writing/write-request.ts'
import classes from './LogBar.module.css'

/** Opens the field of the part whose text people write now. The field is below the ring, or on another tab. */
export function WriteButton({ part, isTurn }: { part: string; isTurn: boolean }) {
  const { base, tab } = useSessionPath()
  const navigate = useNavigate()
  const write = (): void => {
    writeRequested.set(true)
    if (tab) void navigate(base)
  }
  return (
    <Button className={classes.press} leftSection={<IconPencil size={20} aria-hidden />} onClick={write}>
      <span className={classes.label}>
        Write
        <small>{isTurn ? 'Your turn' : part || 'Together'}</small>
      </span>
    </Button>
  )
}

import { Button } from '@mantine/core'
import IconTrophy from '@tabler/icons-react/dist/esm/icons/IconTrophy.mjs'
import { Link } from 'react-router'
import { useSessionPath } from '../session-path.ts'

export const RESULT = 'result'

/** Links to the result of an ended session, from every tab. */
export function ResultsLink() {
  const { base } = useSessionPath()
  return (
    <Button
      component={Link}
      to={`${base}#${RESULT}`}
      variant="subtle"
      px="sm"
      leftSection={<IconTrophy size={20} aria-hidden />}
    >
      Results
    </Button>
  )
}

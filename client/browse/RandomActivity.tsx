import { Anchor } from '@mantine/core'
import { useNavigate } from 'react-router'
import { findRandomActivity } from '../activities/activities.ts'

/** Fetches a new random address on each press (ACT-101, D-65). */
export function RandomActivity() {
  const navigate = useNavigate()
  const go = async (): Promise<void> => {
    const path = await findRandomActivity()
    if (path !== null) await navigate(path)
  }
  return (
    <Anchor component="button" type="button" onClick={() => void go()}>
      Random Activity
    </Anchor>
  )
}

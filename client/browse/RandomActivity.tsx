import { Anchor } from '@mantine/core'
import { useNavigate } from 'react-router'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { loadPart } from '../ui/loading/late.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** Fetches a new random address on each press (ACT-101, D-65). */
export function RandomActivity() {
  const navigate = useNavigate()
  const go = async (): Promise<void> => {
    const { findRandomActivity } = await loadPart(() => import('../activities/activities.ts'))
    const path = await findRandomActivity()
    if (path !== null) await navigate(path)
  }
  return (
    <Anchor component="button" type="button" onClick={() => go().catch(error => toast.error(messageOf(error)))}>
      Random Activity
    </Anchor>
  )
}

import { Anchor } from '@mantine/core'
import { useNavigate } from 'react-router'
import { toastError } from '../ui/ActionButton.tsx'
import { loadPart } from '../ui/loading/late.tsx'

/** Fetches a new random address on each press (ACT-101, D-65). */
export function RandomActivity() {
  const navigate = useNavigate()
  const go = async (): Promise<void> => {
    const { findRandomActivity } = await loadPart(() => import('./card-actions.ts'))
    const path = await findRandomActivity()
    if (path !== null) await navigate(path)
  }
  return (
    <Anchor component="button" type="button" onClick={() => go().catch(toastError)}>
      Random Activity
    </Anchor>
  )
}

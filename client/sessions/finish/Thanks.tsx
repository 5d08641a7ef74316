import { Button } from '@mantine/core'
import IconHeartHandshake from '@tabler/icons-react/dist/esm/icons/IconHeartHandshake.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Session } from '../../../domain/sessions/api.ts'
import { askForTokens } from '../../billing/purchase.ts'
import { config } from '../../lib/embedded.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { useCommand } from '../use-command.ts'
import { sayThanks } from './again.ts'
import classes from './Finish.module.css'

export function Thanks({ session }: { session: Session }) {
  const { busy, failure, run } = useCommand<'thanks'>()
  const [isSaid, setSaid] = useState(false)
  const say = async (): Promise<void> => {
    try {
      await sayThanks(session)
      setSaid(true)
    } catch (error) {
      if (!askForTokens(error, press)) toast.error(messageOf(error))
    }
  }
  const press = (): void => void run('thanks', say)
  if (isSaid) {
    return (
      <p className={classes.said} role="status">
        Thanks sent. <Link to={`/sessions/${session.slug}/hut`}>See it in Discuss</Link>
      </p>
    )
  }
  return (
    <>
      <Button
        variant="light"
        loading={busy !== null}
        leftSection={<IconHeartHandshake size={20} aria-hidden />}
        onClick={press}
      >
        Thank everyone{config.is_free ? '' : ' (1 use)'}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

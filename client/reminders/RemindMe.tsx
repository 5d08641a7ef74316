import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { memo, useEffect, useState } from 'react'
import { offersReminder } from '../../domain/reminders/delivery.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { loadPart } from '../ui/loading/late.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/**
 * Turns on a reminder before the start: by push to this browser, or else by mail. Only members see it, while there is
 * time. It is hidden if a reminder reaches them anyway.
 */
export const RemindMe = memo(function RemindMe({ startsAt }: { startsAt: number | null }) {
  const isOffered = offersReminder(startsAt, useNow())
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    if (!isOffered) return
    void import('./remind-me.ts').then(async part => setIsNeeded(await part.isReminderNeeded())).catch(() => {})
  }, [isOffered])
  if (!isOffered || !isNeeded) return null

  async function ask(): Promise<void> {
    const { remindMe } = await loadPart(() => import('./remind-me.ts'))
    const by = await remindMe()
    toast.success(`You’ll get ${by === 'mail' ? 'an email' : 'a notification'} 10 minutes before it starts.`, {
      link: { label: 'Reminders', to: '/account/reminders' }
    })
    setIsNeeded(false)
  }

  return (
    <ActionButton variant="default" leftSection={<IconBell size={20} aria-hidden />} action={ask}>
      Remind me
    </ActionButton>
  )
})

import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { config } from '../lib/embedded.ts'
import { getUser, useUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { markRead } from './messages.ts'
import { startTour } from './tour.ts'

/** Where nobody is in the middle of something: who registered in a room joins it first. */
const CALM = /^\/(?:sessions|events|activities|groups|huts|account|my\/\w+)?\/?$/

/**
 * Offers the tour to a new person once (TOUR-01, TOUR-43, D-124). On a phone the page leaves room for it from the first
 * paint on (ui/toasts/toast.module.css), so that it lies on no heading.
 */
export function TourOffer() {
  const isCalm = CALM.test(useLocation().pathname)
  const isNew = useUser()?.is_new === 1
  const [isShown, setShown] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isCalm || getUser()?.is_new !== 1) return
    markRead('is_new')
    setShown(true)
    const id = toast.info(`Welcome to ${config.app_name}! A tour of two minutes shows you around.`, {
      id: 'welcome',
      onClose: () => setShown(false),
      action: {
        label: 'Take the tour',
        run: () => {
          toast.hide(id)
          startTour()
          void navigate('/')
        }
      }
    })
  }, [isCalm, navigate])
  return isCalm && (isNew || isShown) && <span hidden data-welcomes />
}

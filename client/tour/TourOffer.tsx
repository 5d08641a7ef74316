import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { config } from '../lib/embedded.ts'
import { getUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { goalTips, isOfferedAt, markRead, startTour, WELCOME } from './messages.ts'
import { onTyping, useIsTyping } from './typing.ts'

/** Offers the tour to a new person once (TOUR-01, TOUR-43, D-124). */
export function TourOffer() {
  const { pathname } = useLocation()
  const at = useRef(pathname)
  useEffect(() => {
    at.current = pathname
  })
  const isTyping = useIsTyping()
  const isCalm = isOfferedAt(pathname) && !isTyping
  const navigate = useNavigate()
  useEffect(() => {
    if (!isCalm || getUser()?.is_new !== 1) return
    markRead('is_new')
    const id = toast.info(`Welcome to ${config.app_name}! Take a two-minute tour.`, {
      id: WELCOME,
      action: {
        label: 'Take the tour',
        run: () => {
          toast.hide(id)
          goalTips.set([])
          startTour()
          if (at.current !== '/') void navigate('/')
        }
      }
    })
    onTyping(() => toast.hide(id))
  }, [isCalm, navigate])
  return null
}

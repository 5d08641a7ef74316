import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { own } from '../../domain/lib/own.ts'
import { isAt, TOUR_STEPS } from '../../domain/tour/steps.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { clearToasts } from '../ui/toasts/toast.tsx'
import { endTour, tourStep } from './messages.ts'
import { TipCard } from './TipCard.tsx'

const NAMES: Record<string, string> = {
  '/about': 'About',
  '/terms-of-service': 'Terms',
  '/privacy-policy': 'Privacy'
}

/** Shows the current step. On another page it offers to return to the tour (TOUR-20..TOUR-23). */
export function Tour() {
  const at = useStore(tourStep)
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const navigate = useNavigate()
  // Hides earlier toasts, which could cover the explained element.
  useEffect(clearToasts, [])
  const step = at === null ? undefined : TOUR_STEPS[at]
  if (at === null || !step) return null
  const isHere = isAt(step, pathname)
  const isComing = next !== undefined && isAt(step, next)

  function goToNextStep(from: number): void {
    const following = TOUR_STEPS[from + 1]
    if (!following) {
      // Toasts disappear with the navigation (client/ui/toasts/toast.tsx).
      endTour()
      void navigate('/')
      return
    }
    tourStep.set(from + 1)
    if (!isAt(following, pathname)) void navigate(following.path)
  }

  if (!isHere && !isComing) {
    return (
      <TipCard
        target={null}
        title="Looking around?"
        text={`Pick up the tour at “${step.title}” whenever you like.`}
        progress={`Step ${at + 1} of ${TOUR_STEPS.length}`}
        continueLabel="Back to the tour"
        closeLabel="End the tour"
        focusOn={null}
        onContinue={() => void navigate(step.path)}
        onClose={endTour}
      />
    )
  }
  return (
    <TipCard
      target={isHere ? step.name : null}
      title={step.title}
      text={step.text}
      progress={`Step ${at + 1} of ${TOUR_STEPS.length}`}
      closeLabel="End the tour"
      focusOn={`${step.name} ${pathname}`}
      dims
      onContinue={() => goToNextStep(at)}
      onClose={endTour}
    >
      {step.also && (
        <p>
          {[step.path, ...step.also].map(path => (
            <TextLink key={path} to={path} mr="md" aria-current={path === pathname ? 'page' : undefined}>
              {own(NAMES, path)}
            </TextLink>
          ))}
        </p>
      )}
    </TipCard>
  )
}

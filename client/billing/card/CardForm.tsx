import { Skeleton } from '@mantine/core'
import { late } from '../../ui/loading/late.tsx'
import type { CardFormProps } from './card.ts'

const meanwhile = <Skeleton height="9rem" radius="md" />
const SandboxForm = late<CardFormProps>(async () => (await import('./SandboxForm.tsx')).SandboxForm, meanwhile)
const StripeForm = late<CardFormProps>(async () => (await import('./StripeForm.tsx')).StripeForm, meanwhile)

/**
 * The fields of a card: the provider's where keys are set, otherwise the sandbox's (D-10). No postal code (BIL-27).
 */
export function CardForm(props: CardFormProps) {
  return props.checkout.sandbox ? <SandboxForm {...props} /> : <StripeForm {...props} />
}

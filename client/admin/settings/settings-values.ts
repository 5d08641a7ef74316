import { type HutSettings, LEGAL } from '../../../domain/settings/settings.ts'
import { type LegalValue, legalSetting, toLegalValue } from './LegalField.tsx'

type Flags = 'members_invite' | 'members_only' | 'admin_passkeys'
type Texts = 'logo' | 'accent' | 'contact' | 'allowed_domains' | 'redeem_limit' | 'hide_after'
export type Legal = (typeof LEGAL)[number]
export type Values = Omit<HutSettings, Texts | Flags | Legal> &
  Record<Texts, string> &
  Record<Flags, boolean> &
  Record<Legal, LegalValue>

const mapLegal = <Value>(of: (name: Legal) => Value) =>
  Object.fromEntries(LEGAL.map(name => [name, of(name)])) as Record<Legal, Value>

export function toValues(settings: HutSettings): Values {
  return {
    ...settings,
    ...mapLegal(name => toLegalValue(settings[name])),
    logo: settings.logo ?? '',
    accent: settings.accent ?? '',
    contact: settings.contact ?? '',
    allowed_domains: settings.allowed_domains.join(', '),
    redeem_limit: String(settings.redeem_limit),
    hide_after: String(settings.hide_after),
    members_invite: settings.members_invite === 1,
    members_only: settings.members_only === 1,
    admin_passkeys: settings.admin_passkeys === 1
  }
}

/** The domain of an email; a domain stays as it is. */
const domainOf = (typed: string): string => typed.slice(typed.lastIndexOf('@') + 1)

export function toSettings(values: Values): HutSettings {
  const orNull = (text: string) => text.trim() || null
  const flag = (isOn: boolean) => (isOn ? 1 : 0)
  return {
    ...values,
    ...mapLegal(name => legalSetting(values[name])),
    logo: orNull(values.logo),
    accent: orNull(values.accent),
    contact: orNull(values.contact),
    allowed_domains: values.allowed_domains
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(domainOf),
    redeem_limit: Number(values.redeem_limit),
    hide_after: Number(values.hide_after),
    members_invite: flag(values.members_invite),
    members_only: flag(values.members_only),
    admin_passkeys: flag(values.admin_passkeys)
  }
}

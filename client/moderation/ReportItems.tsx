import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import { isModerator } from '../../domain/accounts/user.ts'
import { useUser } from '../lib/user.ts'
import { MenuItem } from '../ui/menu/MenuItem.tsx'
import { askReport, type Reported } from './report.ts'

interface Props {
  about: Reported
  /** Names it when the menu is about several things, such as "picture". */
  what?: string
}

/** The items of a menu with which everyone reports something, and moderators hide it. */
export function ReportItems({ about, what = '' }: Props) {
  const canHide = isModerator(useUser())
  const named = what === '' ? '' : ` the ${what}`
  return (
    <>
      <MenuItem leftSection={<IconFlag size={18} aria-hidden />} onClick={() => askReport(about)}>
        Report{named}
      </MenuItem>
      {canHide && (
        <MenuItem leftSection={<IconEyeOff size={18} aria-hidden />} onClick={() => askReport(about, true)}>
          Hide{named}
        </MenuItem>
      )}
    </>
  )
}

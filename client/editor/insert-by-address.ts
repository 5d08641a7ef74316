import { ButtonView, Dialog, Plugin, type View } from 'ckeditor5'

const DIALOG = 'insertImageViaUrl'

/** The form of the library, which has an address without blanks around it. */
type AddressForm = View & { imageURLInputValue: string }

/** UPL-14 A picture can be inserted by its address once there is one; the library would insert a picture of nothing. */
export class InsertByAddress extends Plugin {
  static get pluginName() {
    return 'InsertByAddress' as const
  }

  static get requires() {
    return [Dialog] as const
  }

  init(): void {
    const dialog = this.editor.plugins.get(Dialog)
    this.listenTo(
      dialog,
      `show:${DIALOG}`,
      () => {
        const form = dialog.view?.contentView?.children.first as AddressForm | null | undefined
        const insert = dialog.view?.actionsView?.children.last
        if (!form || !(insert instanceof ButtonView)) return
        insert.bind('isEnabled').to(form, 'imageURLInputValue', address => address !== '')
        this.stopListening(form, 'submit')
        this.listenTo(form, 'submit', event => !form.imageURLInputValue && event.stop(), { priority: 'high' })
      },
      { priority: 'low' }
    )
  }
}

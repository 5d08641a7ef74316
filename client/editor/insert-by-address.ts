import { ButtonView, Dialog, Plugin, type View } from 'ckeditor5'

const DIALOG = 'insertImageViaUrl'

/** The library's form; its value has no surrounding blanks. */
type AddressForm = View & { imageURLInputValue: string }

/** UPL-14 Enables "Insert" only when there is an address. The library would insert a picture without one. */
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

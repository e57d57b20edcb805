/** An `EventTarget` with the types of its events: `Events` names them, as the platform's own event maps do. */
export class TypedEventTarget<Events extends object> extends EventTarget {
  override addEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: ((this: this, event: Events[Type] & Event) => void) | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
    this.onlisten(type);
  }

  override removeEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: ((this: this, event: Events[Type] & Event) => void) | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener, options);
  }

  /** Called after a listener for events of this type was added. */
  protected onlisten(_type: string): void {}
}

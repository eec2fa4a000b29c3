import { createRoot } from 'react-dom/client';
import {
  type Id,
  Slide,
  ToastContainer,
  type ToastContent,
  toast,
  type ToastOptions as Settings,
} from 'react-toastify/unstyled';
import type { ToastAction, ToastKind, ToastOptions } from './toast-kind.ts';
import 'react-toastify/ReactToastify.css';
import './toast.css';

const TEXT_MS = 5000;
const WITH_ACTIONS_MS = 10_000;

const host = document.createElement('div');
document.body.append(host);
createRoot(host).render(
  <ToastContainer theme="dark" draggablePercent={80} transition={Slide} pauseOnHover={false} newestOnTop />,
);

// A toast is kept while you point at it; a pointer that rests where it appears, after a press, does not keep it.
host.addEventListener('pointermove', ({ movementX, movementY }) => {
  if (movementX !== 0 || movementY !== 0) toast.pause();
});
host.addEventListener('pointerleave', () => toast.play());

/** The button of the order form is at the bottom right of a desk. */
const place = () => (document.querySelector('[data-desk]') ? 'bottom-left' : 'bottom-right');

// Moves to the top layer, because modal dialogs cover everything below it.
function raise(): void {
  host.popover = 'manual';
  host.className = 'toasts';
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

type Placed = Pick<Settings, 'type' | 'position' | 'autoClose'>;

const phone = matchMedia('(width < 576px)');

const withActions = (text: string, actions: readonly ToastAction[]) =>
  function ToastText({ closeToast }: { closeToast: () => void }) {
    return (
      <>
        <span className="toast-text">{text}</span>
        <span className="toast-actions">
          {actions.map(({ label, press }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                press();
                closeToast();
              }}
            >
              {label}
            </button>
          ))}
        </span>
      </>
    );
  };

/** On a phone: the warning or error that is shown. */
let serious: Id | null = null;

/** A new toast replaces the previous one for lack of space. */
function showAlone(content: ToastContent, settings: Placed): void {
  toast.dismiss();
  const id = toast(content, {
    ...settings,
    onClose: () => {
      if (serious === id) serious = null;
    },
  });
  serious = settings.type === 'warning' || settings.type === 'error' ? id : null;
}

export function showToast(kind: ToastKind, text: string, { id, actions = [], yields = false }: ToastOptions): void {
  if (phone.matches && yields && serious !== null) return;
  raise();
  const content = actions.length > 0 ? withActions(text, actions) : text;
  // Toasts with actions stay longer.
  const stay: Placed = {
    type: kind,
    position: place(),
    autoClose: actions.length > 0 ? WITH_ACTIONS_MS : TEXT_MS,
  };
  if (phone.matches) showAlone(content, stay);
  else if (id !== undefined && toast.isActive(id)) toast.update(id, { render: content, ...stay });
  else toast(content, { ...stay, ...(id === undefined ? {} : { toastId: id }) });
}

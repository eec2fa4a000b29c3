import { createRoot } from 'react-dom/client';
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled';
import type { ToastAction, ToastKind, ToastOptions } from './toast-kind.ts';
import 'react-toastify/ReactToastify.css';
import './toast.css';

const TEXT_MS = 5000;
const WITH_ACTIONS_MS = 10_000;

const host = document.createElement('div');
document.body.append(host);
createRoot(host).render(
  <ToastContainer position="bottom-right" theme="dark" draggablePercent={80} transition={Slide} newestOnTop />,
);

// Moves to the top layer, because modal dialogs cover everything below it.
function raise(): void {
  host.popover = 'manual';
  host.className = 'toasts';
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

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

export function showToast(kind: ToastKind, text: string, { id, actions = [] }: ToastOptions): void {
  raise();
  const content = actions.length > 0 ? withActions(text, actions) : text;
  // Toasts with actions stay longer.
  const stay = { type: kind, autoClose: actions.length > 0 ? WITH_ACTIONS_MS : TEXT_MS };
  // On a phone, a new toast replaces the previous one for lack of space.
  if (phone.matches) {
    toast.dismiss();
    toast(content, stay);
  } else if (id !== undefined && toast.isActive(id)) toast.update(id, { render: content, ...stay });
  else toast(content, { ...stay, ...(id === undefined ? {} : { toastId: id }) });
}

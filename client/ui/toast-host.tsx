import { createRoot } from 'react-dom/client';
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled';
import type { ToastKind, ToastOptions } from './toast-kind.ts';
import 'react-toastify/ReactToastify.css';
import './toast.css';

const TEXT_MS = 5000;
const WITH_ACTION_MS = 10_000;

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

const withAction = (text: string, { label, press }: NonNullable<ToastOptions['action']>) =>
  function ToastText({ closeToast }: { closeToast: () => void }) {
    const act = () => {
      press();
      closeToast();
    };
    return (
      <>
        {text}
        <button type="button" className="toast-action" onClick={act}>
          {label}
        </button>
      </>
    );
  };

export function showToast(kind: ToastKind, text: string, { id, action }: ToastOptions): void {
  raise();
  const content = action ? withAction(text, action) : text;
  // Toasts with an action stay longer.
  const stay = { type: kind, autoClose: action ? WITH_ACTION_MS : TEXT_MS };
  // On a phone, a new toast replaces the previous one for lack of space.
  if (phone.matches) {
    toast.dismiss();
    toast(content, stay);
  } else if (id !== undefined && toast.isActive(id)) toast.update(id, { render: content, ...stay });
  else toast(content, { ...stay, ...(id === undefined ? {} : { toastId: id }) });
}

import { createRoot } from 'react-dom/client';
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled';
import type { ToastKind, ToastOptions } from './toast-kind.ts';
import 'react-toastify/ReactToastify.css';
import './toast.css';

const host = document.createElement('div');
document.body.append(host);
createRoot(host).render(
  <ToastContainer
    position="bottom-right"
    theme="dark"
    autoClose={5000}
    draggablePercent={80}
    transition={Slide}
    newestOnTop
  />,
);

// A modal dialog lies above everything in the page but what is in the top layer, so the container goes there too.
function raise(): void {
  host.popover = 'manual';
  host.className = 'toasts';
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

const phone = matchMedia('(width < 576px)');

export function showToast(kind: ToastKind, text: string, { id }: ToastOptions): void {
  raise();
  // A phone has no room for two beside what the thumb wants to press: the newest takes the place.
  if (phone.matches) {
    toast.dismiss();
    toast(text, { type: kind });
  } else if (id !== undefined && toast.isActive(id)) toast.update(id, { render: text, type: kind, autoClose: 5000 });
  else toast(text, { type: kind, ...(id === undefined ? {} : { toastId: id }) });
}

;;; The script of a page: it makes elements of trees, changes them by
;;; differences (difference.scm), and says what events happened and where.
;;;
;;; Each node keeps its children and the element that it is in as they are in
;;; the tree of the page (`inside`, `outside`), so what an extension of the
;;; browser adds disturbs nothing. Text becomes text nodes and attributes only.
;;;
;;; Events are numbered, and kept until the page has said that it has seen them:
;;; after a lost connection they are sent again. What a user types into a field
;;; whose changes are sent is not overwritten before the page has seen it.
;;;
;;; Files are sent before the event that they belong to (upload.scm), which
;;; happens when they have arrived. While they are on their way the element has
;;; an attribute data-progress, in percent.

(define %script "'use strict';
window.dynamite = (function () {
  const svg = 'http://www.w3.org/2000/svg';
  const eventsMax = 200;
  let root, socket, page = null, version = null, step = null, ended = false;
  let ready = false, seen = 0, events = [], count = 0, wait = 250;
  // Whether what was said before is on its way, so that new events can follow.
  let flowing = false;
  let popped = null;
  const instance = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const fields = new Set(), listening = new Set();

  // Trees.

  function build(node, outside) {
    let made;
    if (typeof node === 'string') {
      made = document.createTextNode(node);
    } else {
      const [name, attributes, children] = node;
      const inSvg = outside.namespaceURI === svg
        && outside.localName !== 'foreignObject';
      made = name === 'svg' || inSvg
        ? document.createElementNS(svg, name) : document.createElement(name);
      made.inside = [];
      for (const child of children) append(made, build(child, made));
      // A choice needs its options first.
      for (const name in attributes) {
        setAttribute(made, name, attributes[name]);
      }
    }
    made.outside = outside;
    return made;
  }

  function append(element, node) {
    element.inside.push(node);
    element.appendChild(node);
  }

  function setAttribute(element, name, value) {
    if (name.startsWith('on-')) {
      if (name.startsWith('on-window-')) listen(window, name.slice(10));
      else listen(root, name.slice(3));
      name = 'data-' + name;
    }
    if (name === 'style') {
      element.style.cssText = value === null ? '' : value;
      return;
    }
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (name === 'checked' || name === 'selected') {
      element[name] = value !== null;
    } else if (name === 'value' && 'value' in element && !element.typed) {
      element.value = value === null ? '' : value;
    }
  }

  function at(path) {
    let node = root;
    for (const index of path) node = node.inside[index];
    return node;
  }

  const appliers = {
    text(node, text) { node.data = text; },
    node(node, made) {
      const outside = node.outside, place = outside.inside.indexOf(node);
      made = build(made, outside);
      outside.inside[place] = made;
      outside.replaceChild(made, node);
    },
    set(node, name, value) { setAttribute(node, name, value); },
    add(node, ...children) {
      for (const child of children) append(node, build(child, node));
    },
    cut(node, length) {
      for (const child of node.inside.splice(length)) node.removeChild(child);
    },
    order(node, ...children) {
      const before = node.inside;
      node.inside = children.map((child) =>
        typeof child === 'number' ? before[child] : build(child, node));
      const stay = new Set(node.inside);
      for (const child of before) if (!stay.has(child)) node.removeChild(child);
      let next = before.find((child) => stay.has(child)) || null;
      for (const child of node.inside) {
        if (child === next) next = next.nextSibling;
        else node.insertBefore(child, next);
      }
    },
  };

  // A field that moves loses the focus.
  function apply(changes) {
    const focus = document.activeElement;
    const [start, end] = focus && typeof focus.selectionStart === 'number'
      ? [focus.selectionStart, focus.selectionEnd] : [null, null];
    for (const [kind, path, ...rest] of changes) {
      appliers[kind](at(path), ...rest);
    }
    if (focus && focus !== document.activeElement && root.contains(focus)) {
      focus.focus();
      if (start !== null) focus.setSelectionRange(start, end);
    }
  }

  function show(tree) {
    root.replaceChildren();
    root.inside = [];
    for (const node of tree) append(root, build(node, root));
  }

  // Whoever asks for the focus gets it when it appears.
  function focusNew() {
    for (const wanted of root.querySelectorAll('[autofocus]')) {
      if (!wanted.focused) { wanted.focused = true; wanted.focus(); }
    }
  }

  // Events.

  function pathOf(node) {
    const path = [];
    while (node !== root) {
      if (!node.outside) return null;
      path.unshift(node.outside.inside.indexOf(node));
      node = node.outside;
    }
    return path;
  }

  function listen(target, type) {
    const name = (target === window ? 'window-' : '') + type;
    if (listening.has(name)) return;
    listening.add(name);
    target.addEventListener(type, (event) => happened(event, name), true);
  }

  function happened(event, name) {
    const marked = '[data-on-' + name + ']';
    const near = (what) =>
      event.target.closest ? event.target.closest(what) : null;
    const inField = near('input, textarea, select');
    if (name.startsWith('window-')) {
      if (inField || event.ctrlKey || event.altKey || event.metaKey) return;
      const elements = root.querySelectorAll(marked);
      const scrolls = /^(Arrow.*| )$/.test(event.key || '');
      if (elements.length > 0 && scrolls) event.preventDefault();
      for (const element of elements) say(element, event, name);
      return;
    }
    const element = near(marked);
    if (!element || !root.contains(element)) return;
    if (event.type === 'submit' || event.type === 'contextmenu'
        || (event.type === 'click' && element.localName === 'a')) {
      event.preventDefault();
    }
    const number = say(element, event, name);
    if (event.type === 'submit' && element.hasAttribute('data-reset')) {
      element.reset();
    }
    if (number && event.type === 'input' && inField) {
      event.target.typed = number;
      fields.add(event.target);
    }
  }

  function say(element, event, name) {
    const path = pathOf(element);
    if (path === null || events.length >= eventsMax || ended) return 0;
    const target = event.target, about = {type: event.type}, files = [];
    if (target.type === 'file') {
      for (const file of target.files) files.push([target.name, file]);
    } else if (typeof target.value === 'string') about.value = target.value;
    if (typeof target.checked === 'boolean') about.checked = target.checked;
    if (typeof event.key === 'string') about.key = event.key;
    if (typeof event.clientX === 'number') {
      const box = element.getBoundingClientRect();
      about.x = Math.round(event.clientX - box.left);
      about.y = Math.round(event.clientY - box.top);
    }
    const form = event.type === 'submit' ? element : target.form;
    if (form) {
      about.form = {};
      const data = new FormData(form);
      const button = event.submitter;
      if (button && button.name) data.append(button.name, button.value);
      for (const [name, value] of data) {
        if (typeof value === 'string') about.form[name] = value;
        // A field without a file has one without a name.
        else if (form === element && value.name) files.push([name, value]);
      }
    }
    if (files.length > 0) {
      sayWithFiles(element, name, about, files);
      return 0;
    }
    return send({version, path, name, event: about});
  }

  function send(event) {
    event.seen = ++count;
    events.push(event);
    if (flowing) socket.send(JSON.stringify(event));
    return count;
  }

  // What the page has not seen, again, in order.
  async function sendAgain() {
    const mine = socket;
    let last = 0;
    for (;;) {
      const event = events.find((event) => event.seen > last);
      if (!event) break;
      last = event.seen;
      const files = filesOf.get(event);
      try {
        if (files) await upload(event.uploads, files, () => {});
      } catch (error) {
        return;
      }
      if (mine !== socket || !ready) return;
      socket.send(JSON.stringify(event));
    }
    flowing = true;
  }

  // Files.

  const pieceSize = 65536, triesMax = 60;
  const filesOf = new WeakMap(), answers = new Map(), waiting = [];
  let uploadLimit = 0, uploadCount = 0;

  function connected() {
    return ready ? Promise.resolve()
      : new Promise((resolve) => waiting.push(resolve));
  }

  // Fails if the connection is lost.
  function answerTo(id, data) {
    return new Promise((resolve, reject) => {
      answers.set(id, {resolve, reject});
      socket.send(data);
    });
  }

  // Sends a file unless it is too large or cannot be read.
  async function uploadOne(id, file, tell) {
    const begin = JSON.stringify({upload: id, size: file.size});
    let answer = await answerTo(id, begin);
    for (let tries = 0; answer.later; tries++) {
      if (tries === triesMax) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      answer = await answerTo(id, begin);
    }
    while (!answer.refused && answer.took < file.size) {
      let bytes;
      try {
        const end = answer.took + pieceSize;
        bytes = await file.slice(answer.took, end).arrayBuffer();
      } catch (error) {
        return;
      }
      const piece = new Uint8Array(4 + bytes.byteLength);
      new DataView(piece.buffer).setUint32(0, id);
      piece.set(new Uint8Array(bytes), 4);
      answer = await answerTo(id, piece);
      if (answer.took) tell(answer.took);
    }
  }

  async function upload(uploads, files, tell) {
    let left = uploadLimit, done = 0;
    for (let i = 0; i < files.length; i++) {
      const file = files[i];
      if (file.size > left) continue;
      left -= file.size;
      await uploadOne(uploads[i].id, file, (took) => tell(done + took));
      done += file.size;
    }
  }

  // The event is of the tree that is shown when the files have arrived.
  async function sayWithFiles(element, name, about, chosen) {
    const files = chosen.map(([, file]) => file);
    const size = files.reduce((sum, file) => sum + file.size, 0) || 1;
    const uploads = chosen.map(([field, file]) => (
      {id: ++uploadCount, field, name: file.name, type: file.type}));
    const tell = (took) =>
      element.setAttribute('data-progress', Math.floor(100 * took / size));
    for (;;) {
      await connected();
      const mine = socket;
      tell(0);
      try {
        await upload(uploads, files, tell);
      } catch (error) {
        continue;
      }
      if (ready && mine === socket) break;
    }
    element.removeAttribute('data-progress');
    const path = pathOf(element);
    if (path === null || events.length >= eventsMax || ended) return;
    const event = {version, path, name, event: about, uploads};
    filesOf.set(event, files);
    send(event);
  }

  // The connection.

  function open() {
    ready = flowing = false;
    for (const {reject} of answers.values()) reject(new Error('lost'));
    answers.clear();
    const here = new URL('/dynamite/socket', location.href);
    here.protocol = here.protocol.replace('http', 'ws');
    here.search = '?path=' + encodeURIComponent(location.pathname)
      + (location.search ? '&' + location.search.slice(1) : '');
    const mine = socket = new WebSocket(here);
    mine.onopen = () =>
      mine.send(JSON.stringify({page, instance, shown: version}));
    mine.onmessage = (message) => {
      if (mine === socket) told(JSON.parse(message.data));
    };
    mine.onclose = () => { if (mine === socket) lost(); };
  }

  function lost() {
    ready = flowing = false;
    document.body.classList.add('dynamite-offline');
    if (ended) return;
    setTimeout(open, wait);
    wait = Math.min(2 * wait, 8000);
  }

  function told(message) {
    if (message.ended) return end(message.ended);
    if ('upload' in message) {
      const answer = answers.get(message.upload);
      answers.delete(message.upload);
      if (answer) answer.resolve(message);
      return;
    }
    if (message.page) {
      uploadLimit = message.uploads;
      // Another page than before knows nothing of what was said.
      if (message.page !== page) { forget(); page = message.page; }
      return;
    }
    if (message.tree) show(message.tree); else apply(message.changes);
    version = message.version;
    seen = message.seen;
    events = events.filter((event) => event.seen > seen);
    for (const field of fields) {
      if (field.typed > seen) continue;
      fields.delete(field);
      field.typed = 0;
      const value = field.getAttribute('value');
      if (value !== null && field.value !== value) field.value = value;
    }
    if ('title' in message) document.title = message.title;
    stepTo(message.step);
    focusNew();
    socket.send(JSON.stringify({shown: version}));
    if (!ready) {
      ready = true;
      wait = 250;
      document.body.classList.remove('dynamite-offline');
      for (const resolve of waiting.splice(0)) resolve();
      sendAgain();
    }
    if ('go' in message) location.assign(message.go);
  }

  function forget() {
    events = [];
    fields.clear();
    count = 0;
    version = null;
    step = null;
  }

  // A page that failed begins anew; one that has ended stays as it is.
  function end(reason) {
    if (reason === 'normal') ended = true;
    else { forget(); page = null; wait = Math.max(wait, 1000); }
    socket.close();
  }

  function stepTo(next) {
    const state = {page, step: next};
    if (step === null || next === popped) history.replaceState(state, '');
    else if (next !== step) history.pushState(state, '');
    step = next;
    popped = null;
  }

  function start() {
    root = document.getElementById('dynamite');
    root.inside = [];
    const state = history.state;
    if (state && typeof state.page === 'string') page = state.page;
    window.addEventListener('popstate', (event) => {
      const state = event.state;
      if (!state || state.page !== page || state.step === step) return;
      popped = state.step;
      send({back: popped});
    });
    window.addEventListener('pagehide', () => {
      const old = socket;
      socket = null;
      ready = flowing = false;
      old.close();
    });
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) open();
    });
    window.addEventListener('online', () => {
      if (!ready && !ended) { const old = socket; open(); old.close(); }
    });
    open();
  }

  start();
  return {
    show, apply,
    get root() { return root; },
    get ready() { return ready; },
    get pending() { return events.length; },
    cut() { socket.close(); },
  };
})();
")

"use strict";
const tip = document.getElementById("tip");
const hidden = new Set();
const namespace = document.querySelector("svg").namespaceURI;

// The panels, each with its points by item, its links, and a view: pixel = scale * position + (dx, dy).
const panels = [...document.querySelectorAll(".panel")].map(element => {
  const points = [];
  for (const mark of element.querySelectorAll("use")) {
    const title = mark.querySelector("title");
    const [group, ...text] = title.textContent.split("\n");
    title.remove(); // The browser's own tooltip.
    points[mark.dataset.item] = { mark, group, text: text.join("\n"), index: mark.dataset.group, x: +mark.getAttribute("x"), y: +mark.getAttribute("y") };
  }
  const links = [...element.querySelectorAll("line")].map(line => ({ line, from: +line.dataset.from, to: +line.dataset.to }));
  return { element, points, links, view: { scale: 1, dx: 0, dy: 0 }, drawing: false };
});

function place(panel, point) {
  const { scale, dx, dy } = panel.view;
  return [(scale * point.x + dx).toFixed(2), (scale * point.y + dy).toFixed(2)];
}

function draw(panel) {
  if (panel.drawing) return;
  panel.drawing = true;
  requestAnimationFrame(() => {
    panel.drawing = false;
    const places = panel.points.map(point => place(panel, point));
    panel.points.forEach((point, item) => {
      point.mark.setAttribute("x", places[item][0]);
      point.mark.setAttribute("y", places[item][1]);
      point.mark.style.display = hidden.has(point.index) ? "none" : "";
    });
    for (const { line, from, to } of panel.links) {
      line.setAttribute("x1", places[from][0]);
      line.setAttribute("y1", places[from][1]);
      line.setAttribute("x2", places[to][0]);
      line.setAttribute("y2", places[to][1]);
      line.style.display = hidden.has(panel.points[from].index) || hidden.has(panel.points[to].index) ? "none" : "";
    }
  });
}

// Marks an item and those that are linked to it or to the start of its link, in all panels.
function highlight(item) {
  for (const panel of panels) {
    const marked = new Set([item]);
    const start = panel.links.find(({ to }) => to === item)?.from;
    for (const { line, from, to } of panel.links) {
      if (from === item || to === item || from === start) {
        line.classList.add("on");
        marked.add(from).add(to);
      }
    }
    for (const one of marked) {
      if (hidden.has(panel.points[one].index)) continue;
      const ring = document.createElementNS(namespace, "circle");
      const [x, y] = place(panel, panel.points[one]);
      ring.setAttribute("class", "ring");
      ring.setAttribute("cx", x);
      ring.setAttribute("cy", y);
      ring.setAttribute("r", one === item ? 8 : 6);
      panel.element.append(ring);
    }
  }
}

function clear() {
  tip.hidden = true;
  document.querySelectorAll(".ring").forEach(ring => ring.remove());
  document.querySelectorAll("line.on").forEach(line => line.classList.remove("on"));
}

function show(point, event) {
  tip.querySelector("b").textContent = point.group;
  tip.querySelector("span").textContent = point.text;
  tip.hidden = false;
  const right = event.clientX + 14 + tip.offsetWidth > innerWidth;
  const below = event.clientY + 14 + tip.offsetHeight > innerHeight;
  tip.style.left = Math.max(4, right ? event.clientX - 14 - tip.offsetWidth : event.clientX + 14) + "px";
  tip.style.top = Math.max(4, below ? event.clientY - 14 - tip.offsetHeight : event.clientY + 14) + "px";
}

function zoom(panel, factor, at) {
  const { view } = panel;
  const scale = Math.min(200, Math.max(.5, view.scale * factor));
  view.dx = at.x - (at.x - view.dx) * scale / view.scale;
  view.dy = at.y - (at.y - view.dy) * scale / view.scale;
  view.scale = scale;
  draw(panel);
}

function reset(panel) {
  Object.assign(panel.view, { scale: 1, dx: 0, dy: 0 });
  draw(panel);
}

function pixel(panel, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(panel.element.getScreenCTM().inverse());
}

for (const panel of panels) {
  const { element, view } = panel;
  let from = null;
  let pressed = null; // The place and the mark where a tap began.
  element.addEventListener("pointerover", event => {
    const mark = event.target.closest("use");
    clear();
    if (mark && !from) {
      highlight(+mark.dataset.item);
      show(panel.points[mark.dataset.item], event);
    }
  });
  element.addEventListener("pointerleave", event => {
    if (event.pointerType === "mouse") clear(); // A finger leaves with each tap.
  });
  element.addEventListener("pointerdown", event => {
    from = pixel(panel, event);
    pressed = { x: event.clientX, y: event.clientY, mark: event.target.closest("use") };
    element.setPointerCapture(event.pointerId);
    element.classList.add("moving");
    clear();
  });
  element.addEventListener("pointermove", event => {
    if (!from) return;
    const to = pixel(panel, event);
    view.dx += to.x - from.x;
    view.dy += to.y - from.y;
    from = to;
    draw(panel);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, event => {
      from = null;
      element.classList.remove("moving");
      const tapped = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 6;
      if (tapped && pressed.mark && event.pointerType !== "mouse") {
        highlight(+pressed.mark.dataset.item);
        show(panel.points[pressed.mark.dataset.item], event);
      }
      pressed = null;
    });
  }
  element.addEventListener("wheel", event => {
    event.preventDefault();
    clear();
    zoom(panel, Math.exp(-event.deltaY / 500), pixel(panel, event));
  }, { passive: false });
  element.addEventListener("dblclick", () => reset(panel));
}

for (const button of document.querySelectorAll("[data-zoom]")) {
  button.addEventListener("click", () => {
    clear();
    const factor = +button.dataset.zoom;
    for (const panel of panels) {
      const { width, height } = panel.element.viewBox.baseVal;
      if (factor) zoom(panel, factor, { x: width / 2, y: height / 2 });
      else reset(panel);
    }
  });
}

for (const entry of document.querySelectorAll(".entry")) {
  const toggle = () => {
    const group = entry.dataset.group;
    if (!hidden.delete(group)) hidden.add(group);
    entry.setAttribute("aria-pressed", !hidden.has(group));
    clear();
    panels.forEach(draw);
  };
  entry.addEventListener("click", toggle);
}

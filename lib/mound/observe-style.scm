;;; How the page of `mound observe` looks.

(define %observe-style
  "body { font: 14px/1.4 sans-serif; margin: 0; color: #223; }
main { padding: 1em 2em; }
h1 { font-size: 1.4em; margin: 0; }
h2 { font-size: 1.1em; }
.node { margin-right: 1em; }
button { font: inherit; padding: .3em .8em; background: #fff;
  border: 1px solid #ccd; border-radius: 4px; }
button.on { background: #07c; color: #fff; }
input { font: inherit; padding: .3em; margin-left: 1em; }
table { border-collapse: collapse; margin-top: 1em; width: 100%; }
th, td { text-align: left; padding: .2em .8em .2em 0; white-space: nowrap;
  border-bottom: 1px solid #eee; }
tbody tr:hover, tr.chosen { background: #eef5fc; }
#detail { border: 1px solid #ccd; border-radius: 6px; padding: 0 1em 1em;
  margin-top: 1em; }
dl { display: grid; grid-template-columns: 12em 1fr; margin: 1em 0 0; }
dd { margin: 0; overflow-wrap: anywhere; }
#history { display: flex; gap: 2em; margin: .5em 0; }
figure { margin: 0; }
figcaption { color: #556; font-size: .9em; }
.chart { width: 16em; height: 3em; background: #f6f8fb; display: block; }
.chart polyline { fill: none; stroke: #07c; stroke-width: 1.5;
  vector-effect: non-scaling-stroke; }
pre { background: #f6f8fb; padding: .6em; overflow-x: auto; margin: 1em 0 0; }
#sequence { width: 100%; max-width: 60em; display: block; margin-top: 1em;
  font-size: 12px; }
#sequence line { stroke: #99a; }
#sequence .sent { stroke: #07c; stroke-width: 1.5; }
#sequence .received { stroke: #2a7; stroke-width: 1.5; }
#sequence polygon { fill: #556; }
.dynamite-offline main { opacity: .5; }")

{% set chain = grid.colors | map(attribute="label") | list + ["all-colors"] %}
; {{ grid }}, {{ rule.value }} rule
(define (problem grid)
  (:domain chatuchak)
  (:objects
    s{{ range(grid.board.spots) | join(" s") }} - spot
    {{ chain | join(" ") }} - color
    n{{ range(grid.counts | max + 1) | join(" n") }} - amount)
  (:init
    (moving)
    (first {{ chain[0] }})
    (none n0)
    (empty s{{ grid.empty }})
{% for number in range(1, grid.counts | max + 1) %}
    (less n{{ number }} n{{ number - 1 }})
{% endfor %}
{% for color in grid.colors %}
    (follows {{ color.label }} {{ chain[loop.index] }}) (fresh {{ color.label }}) (left {{ color.label }} n{{ grid.counts[color] }})
{% endfor %}
{% for color in grid.colors %}
{% for spot in spots(grid.color_masks[color]) %}
    (booth {{ color.label }} s{{ spot }})
{% endfor %}
{% endfor %}
{% for spot in range(grid.board.spots) %}
    (unmarked s{{ spot }})
{% endfor %}
{% for fact, masks in facts.items() %}
{% for mask in masks %}
{% set spot = loop.index0 %}
{% for other in spots(mask) %}
    ({{ fact }} s{{ other }} s{{ spot }})
{% endfor %}
{% endfor %}
{% endfor %}
  )
  (:goal (and (proving {{ chain[-1] }}))))

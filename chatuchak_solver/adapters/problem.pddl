; {{ grid }}, {{ rule }} rule
(define (problem grid)
  (:domain chatuchak)
  (:objects
    s{{ range(grid.board.spots) | join(" s") }} - spot
    {{ chain | join(" ") }} - color
    n{{ range(counts | max + 1) | join(" n") }} - amount)
  (:init
    (moving)
    (first {{ chain[0] }})
    (none n0)
    (empty s{{ grid.empty }})
{% for number in range(1, counts | max + 1) %}
    (less n{{ number }} n{{ number - 1 }})
{% endfor %}
{% for color in chain[:-1] %}
    (follows {{ color }} {{ chain[loop.index] }}) (fresh {{ color }}) (left {{ color }} n{{ counts[loop.index0] }})
{% endfor %}
{% for color, spot in booths %}
    (booth {{ color }} s{{ spot }})
{% endfor %}
{% for spot in range(grid.board.spots) %}
    (unmarked s{{ spot }})
{% endfor %}
{% for other, spot in neighbors %}
    (beside s{{ other }} s{{ spot }})
{% endfor %}
{% for other, spot in reachable %}
    (reaches s{{ other }} s{{ spot }})
{% endfor %}
  )
  (:goal (and (proving {{ chain[-1] }}))))

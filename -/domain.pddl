; The jump game Chatuchak: booths move to the empty spot until every color is one group.
; A plan moves, stops, and proves that every color is one group, in a fixed number of steps.
(define (domain chatuchak)
  (:requirements :strips :typing)
  (:types spot color amount)
  (:predicates
    (empty ?s - spot)                    ; no booth stands there
    (booth ?c - color ?s - spot)         ; a booth of the color stands there
    (reaches ?from ?to - spot)           ; a booth may move from one to the other, if that is empty
    (beside ?s ?t - spot)
    (moving)                             ; the plan has not stopped yet
    (first ?c - color)
    (follows ?c ?d - color)
    (proving ?c - color)                 ; this color is being marked
    (fresh ?c - color)                   ; none of its booths is marked yet
    (left ?c - color ?n - amount)        ; booths of it that are not marked yet
    (less ?n ?m - amount)                ; the second number is one less
    (none ?n - amount)
    (marked ?s - spot)
    (unmarked ?s - spot))
  (:action move
    :parameters (?c - color ?from ?to - spot)
    :precondition (and (moving) (booth ?c ?from) (empty ?to) (reaches ?from ?to))
    :effect (and (booth ?c ?to) (empty ?from) (not (booth ?c ?from)) (not (empty ?to))))
  (:action stop
    :parameters (?c - color)
    :precondition (and (moving) (first ?c))
    :effect (and (proving ?c) (not (moving))))
  (:action mark-first
    :parameters (?c - color ?s - spot ?n ?m - amount)
    :precondition (and (proving ?c) (fresh ?c) (booth ?c ?s) (left ?c ?n) (less ?n ?m))
    :effect (and (marked ?s) (left ?c ?m)
                 (not (unmarked ?s)) (not (fresh ?c)) (not (left ?c ?n))))
  (:action mark-beside
    :parameters (?c - color ?s ?t - spot ?n ?m - amount)
    :precondition (and (proving ?c) (booth ?c ?s) (booth ?c ?t) (beside ?s ?t)
                       (marked ?s) (unmarked ?t) (left ?c ?n) (less ?n ?m))
    :effect (and (marked ?t) (left ?c ?m) (not (unmarked ?t)) (not (left ?c ?n))))
  (:action next-color
    :parameters (?c ?d - color ?n - amount)
    :precondition (and (proving ?c) (follows ?c ?d) (left ?c ?n) (none ?n))
    :effect (and (proving ?d) (not (proving ?c)))))

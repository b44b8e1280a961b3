"""From the outbox to the chats: order, pace, retries."""
